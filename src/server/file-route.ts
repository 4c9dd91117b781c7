import type { APIContext, APIRoute } from 'astro';
import type { Act, CallContext } from './call.ts';
import type { Runtime } from './runtime.ts';
import { runtime } from './runtime.ts';

/** Makes a file's route: its guard, then what it asks, then the file. */
export function fileRoute<Actor>(
  act: Act,
  guard: (context: CallContext) => Actor,
  serve: (rt: Runtime, actor: Actor) => Promise<Response> | Response,
): APIRoute & { act: Act } {
  const route = async (context: APIContext): Promise<Response> => {
    const actor = guard(context);
    const asking = await context.locals.confirmFirst(act);
    if (asking) return asking;
    if (!['GET', 'HEAD'].includes(context.request.method))
      return new Response(null, { status: 405 });
    return serve(await runtime(), actor);
  };
  return Object.assign(route, { act });
}
