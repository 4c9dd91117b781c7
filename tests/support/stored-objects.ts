import type { SystemCall } from './system-calls.ts';

/** An object that was sent to an S3 store, in system calls. */
interface Sent {
  key: string;
  /** The first bytes of the request. */
  request: SystemCall;
  /** The first bytes of the store's 200, if it came. */
  answer: SystemCall | undefined;
}

const CONNECTION = /<(TCP:\[[^\]]+\])>/;

const connectionOf = ({ args }: SystemCall): string => CONNECTION.exec(args)?.[1] ?? '';
const isRead = ({ name }: SystemCall): boolean => /^(read|recv)/.test(name);

/** Requests of one method for keys that start so. @param prefix with the bucket before it */
const requestsFor = (calls: SystemCall[], method: string, prefix: string): SystemCall[] =>
  calls.filter((call) => !isRead(call) && call.args.includes(`"${method} /${prefix}`));

/** All objects that were sent, also those that the store did not acknowledge. */
export const sentTo = (calls: SystemCall[], prefix: string): Sent[] =>
  requestsFor(calls, 'PUT', prefix).map((request) => {
    const here = calls.filter((call) => connectionOf(call) === connectionOf(request));
    const key = request.args.split(`/${prefix}`)[1]?.split(/[?" ]/)[0] ?? '';
    // What follows the next request on this connection answers that one.
    const [next] = here.filter(
      (call) => !isRead(call) && isRequest(call) && call.began > request.began,
    );
    const [answer] = here.filter(
      (call) =>
        isRead(call) &&
        call.ended > request.ended &&
        call.ended < (next?.began ?? Infinity) &&
        call.args.includes('"HTTP/1.1 200'),
    );
    return { key, request, answer };
  });

const isRequest = ({ args }: SystemCall): boolean => /"(?:PUT|GET|DELETE|HEAD) \//.test(args);

export const deletionsOf = (calls: SystemCall[], key: string): SystemCall[] =>
  requestsFor(calls, 'DELETE', key);
