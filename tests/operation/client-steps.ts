import { paths } from '#lib/paths.ts';
import { upload, variantOf } from '../bench/upload.ts';
import { picturesIn } from '../cluster/load.ts';
import { FACILITY } from '../support/accounts.ts';
import { jpeg } from '../support/pictures.ts';

async function expectOk(answer: Response, what: string): Promise<Response> {
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Signs a facility up with the operator's link, and sends photos. @returns their number */
export async function signUp(link: string, name: string, count: string): Promise<unknown> {
  const url = new URL(link);
  const server = { url: url.origin };
  const token = url.searchParams.get('token');
  const body = JSON.stringify({ ...FACILITY, hostName: name, token });
  const headers = { 'Content-Type': 'application/json' };
  const completed = await expectOk(
    await fetch(server.url + paths.api.hostSignUp, { method: 'PATCH', headers, body }),
    'sign-up',
  );
  const { access_token: bearer } = (await completed.json()) as { access_token: string };
  const picture = await jpeg({ width: 1600, height: 1200 });
  for (let n = 0; n < Number(count); n++) await upload(server, bearer, variantOf(picture, n));
  return { photos: Number(count) };
}

/** Opens a letter, and every picture in it. @returns the number of pictures */
export async function open(letter: string): Promise<unknown> {
  const page = await expectOk(await fetch(letter), 'letter');
  const shown = picturesIn(await page.text());
  if (shown.length === 0) throw new Error('the letter has no pictures');
  for (const picture of shown) {
    const answer = await expectOk(await fetch(new URL(picture, letter)), 'picture');
    if ((await answer.arrayBuffer()).byteLength === 0) throw new Error('an empty picture');
  }
  return { pictures: shown.length };
}
