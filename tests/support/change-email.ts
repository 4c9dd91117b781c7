import type { APIContext } from 'astro';
import { changeEmail } from '#domains/account/change-email.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { Runtime } from '#server/runtime.ts';
import { browser } from './browser.ts';

/** The button of a mailed link. @param by who is signed in in that browser */
export const confirmEmailChange = (rt: Runtime, token: string, by: Actor | null) =>
  changeEmail(rt, { ...browser(), locals: { actor: by } as APIContext['locals'] }, token);
