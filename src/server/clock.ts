/** Time is given to services, so that tests can stand at a month's end. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
