import { describe, expect, test } from 'vitest';
import { staffHolder } from '#domains/account/holder.ts';
import { forgetBrowser, readRemembered } from '#domains/account/second-step/remembered.ts';
import { passkeyCreation, makePasskey } from '#domains/account/passkey/manage-passkeys.ts';
import { requireStaff } from '#domains/account/session/guards.ts';
import { loginByPassword } from '#domains/account/session/login.ts';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import { changeFacility } from '#domains/facility/change-facility.ts';
import { orMissing } from '#lib/errors.ts';
import { makeAuthenticator } from '../../support/authenticator.ts';
import { castEachTest, rt, cast, admin } from '../../support/cast-each-test.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { DAY } from '../../support/clock.ts';
import { makeSharedDevice } from '../../support/device-rows.ts';
import { PASSWORD } from '../../support/factories.ts';
import { login } from '../../support/login.ts';
import { enrol, stepsOf } from '../../support/second-step.ts';

castEachTest(['admin'], { PUBLIC_URL: 'https://tayori.example.jp' });

type Client = Parameters<typeof loginByPassword>[2];
const { of, byPassword, ticket, second, nextCode } = stepsOf(() => ({ rt, actor: admin }));
const refusedWith = (status: number): unknown => expect.objectContaining({ status });

describe('a remembered browser', () => {
  async function remember(client: Client = CLIENT): Promise<Client> {
    const { secret } = await enrol(rt, of());
    const code = nextCode(secret);
    const { remembered } = await second({ ticket: await ticket(), code, remember: true }, client);
    return { ...CLIENT, remembered };
  }

  test('is not asked for thirty days', async () => {
    const own = await remember();
    expect(await byPassword(own)).toHaveProperty('tokens');
    expect(await byPassword()).toHaveProperty('asked');
    rt.clock.advance(30 * DAY);
    expect(await byPassword(own)).toHaveProperty('asked');
  });

  test('is never a shared device', async () => {
    const { token: sharedDevice } = await makeSharedDevice(rt, cast.host.id);
    expect(await remember({ ...CLIENT, sharedDevice })).toMatchObject({ remembered: null });
  });

  test('counts for its person alone', async () => {
    const own = await remember();
    const carer = await signedIn(rt, cast.general);
    await enrol(rt, of(carer));
    const result = await loginByPassword(rt, { email: carer.email, password: PASSWORD }, own);
    expect(result).toHaveProperty('asked');
  });

  test('is listed and ended', async () => {
    const own = await remember();
    const [listed] = await readRemembered(rt, staffHolder(admin));
    const id = listed?.id ?? '';
    const carer = staffHolder(await signedIn(rt, cast.general));
    await expect(forgetBrowser(rt, carer, id)).rejects.toEqual(refusedWith(404));
    await forgetBrowser(rt, staffHolder(admin), id);
    expect(await byPassword(own)).toHaveProperty('asked');
  });
});

describe('where the facility asks for it', () => {
  const requireIn = async (token: string) =>
    requireStaff({ locals: { actor: await authenticate(rt, token) } });

  test('who has none is led to make one before anything else', async () => {
    await changeFacility(rt, admin, { asksSecondStep: 'admins' });
    const tokens = await login(rt, { email: admin.email, password: PASSWORD }, CLIENT);
    await expect(requireIn(tokens.access_token)).rejects.toMatchObject({
      status: 403,
      asks: 'enrol',
    });
    await enrol(rt, of());
    expect(await requireIn(tokens.access_token)).toMatchObject({ id: admin.id });
    const carer = await login(rt, { email: cast.general.email, password: PASSWORD }, CLIENT);
    expect(await requireIn(carer.access_token)).toMatchObject({ id: cast.general.id });
    await changeFacility(rt, admin, { asksSecondStep: 'everybody' });
    await expect(requireIn(carer.access_token)).rejects.toMatchObject({ asks: 'enrol' });
  });

  test('a passkey is enough, and is asked for after a password', async () => {
    await changeFacility(rt, admin, { asksSecondStep: 'admins' });
    const phone = makeAuthenticator('https://tayori.example.jp');
    const options = orMissing(await passkeyCreation(rt, staffHolder(admin), admin));
    const response = phone.make(options);
    await makePasskey(rt, staffHolder(admin), { name: '', response }, CLIENT);
    expect(await byPassword()).toMatchObject({ asked: { ways: ['passkey'] } });
  });
});
