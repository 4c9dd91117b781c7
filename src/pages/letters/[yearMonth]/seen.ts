import type { APIContext, APIRoute } from 'astro';
import { SeenInput } from '#domains/letter/seen.ts';
import { noteSeen } from '#domains/letter/mark-seen.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import { runtime } from '#server/runtime.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Records 見ました; the guards have verified the link. */
export const POST: APIRoute = async (context) => {
  await note(context);
  return back(context);
};

/** A GET, for example by a reopened browser, changes nothing. */
export const GET: APIRoute = (context) => back(context);

async function note({ request, params, locals }: APIContext): Promise<void> {
  if (!locals.link) throw notFound();
  if (!request.headers.get('content-type')?.startsWith(FORM)) {
    throw new AppError(415, 'お便りのページのボタンから、もう一度お試しください。');
  }
  const sent = Object.fromEntries(new URLSearchParams(await request.text()));
  const input = SeenInput.safeParse(sent);
  if (!input.success) throw notFound();
  await noteSeen(await runtime(), locals.link, Number(params.yearMonth), input.data.stamp);
}

function back({ locals, params, redirect }: APIContext): Response {
  if (!locals.link) throw notFound();
  return redirect(`${paths.letter(Number(params.yearMonth), locals.link)}#seen`, 303);
}
