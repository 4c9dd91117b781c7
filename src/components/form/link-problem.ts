import type { AstroGlobal } from 'astro';
import { AppError } from '#lib/errors.ts';

const BROKEN = [404, 410];

/** Turns an invalid link into a message for the page, with the same status. */
export async function readLink<T>(
  { response }: Pick<AstroGlobal, 'response'>,
  read: Promise<T>,
): Promise<{ found: T; problem: undefined } | { found: undefined; problem: string }> {
  try {
    return { found: await read, problem: undefined };
  } catch (error) {
    if (!(error instanceof AppError) || !BROKEN.includes(error.status)) throw error;
    response.status = error.status;
    return { found: undefined, problem: error.message };
  }
}
