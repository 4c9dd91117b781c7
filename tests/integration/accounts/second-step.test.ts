import { describe, expect, test } from 'vitest';
import { staffHolder } from '#domains/account/holder.ts';
import { confirmApp, renewRecoveryCodes, beginApp } from '#domains/account/second-step/enrol.ts';
import { removeOwnApp } from '#domains/account/second-step/own-app.ts';
import { SecondStepFields, toSecondStep } from '#domains/account/second-step/second-step.ts';
import { updateProfile } from '#domains/account/manage-staff.ts';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import { changeFacility } from '#domains/facility/change-facility.ts';
import { confirmSignIn } from '#domains/account/confirm/confirm.ts';
import { ConfirmationInput } from '#domains/account/confirm/confirmation.ts';
import { issueDevice } from '#domains/account/session/client-of.ts';
import { appCode } from '../../support/app-code.ts';
import { castEachTest, rt, admin } from '../../support/cast-each-test.ts';
import { CLIENT } from '../../support/cast.ts';
import { MINUTE } from '../../support/clock.ts';
import { PASSWORD } from '../../support/factories.ts';
import { login } from '../../support/login.ts';
import { enrol, stepsOf } from '../../support/second-step.ts';

castEachTest(['admin'], { PUBLIC_URL: 'https://tayori.example.jp' });

const { of, byPassword, ticket, second, nextCode } = stepsOf(() => ({ rt, actor: admin }));
const refusedWith = (status: number): unknown => expect.objectContaining({ status });

describe('who has an app', () => {
  test('is asked for its code after the password', async () => {
    const { secret } = await enrol(rt, of());
    expect(await byPassword()).toMatchObject({ asked: { ways: ['totp', 'recovery'] } });
    const { tokens } = await second({ ticket: await ticket(), code: nextCode(secret) });
    expect(await authenticate(rt, tokens.access_token)).toMatchObject({ id: admin.id });
    expect(await rt.db.selectFrom('sessions').select('way').execute()).toContainEqual({
      way: 'totp',
    });
  });

  test('may have a clock half a minute off, not more', async () => {
    const { secret } = await enrol(rt, of());
    rt.clock.advance(5 * MINUTE);
    const at = (ms: number) => appCode(secret, new Date(rt.clock.now().getTime() + ms));
    for (const wrong of [at(-60_000), at(60_000)]) {
      await expect(second({ ticket: await ticket(), code: wrong })).rejects.toEqual(
        refusedWith(422),
      );
    }
    expect(await second({ ticket: await ticket(), code: at(30_000) })).toBeDefined();
  });

  test('uses each code once, nor one before it', async () => {
    const { secret } = await enrol(rt, of());
    const code = nextCode(secret);
    const earlier = appCode(secret, new Date(rt.clock.now().getTime() - 30_000));
    await second({ ticket: await ticket(), code });
    for (const again of [code, earlier]) {
      await expect(second({ ticket: await ticket(), code: again })).rejects.toEqual(
        refusedWith(422),
      );
    }
  });

  test('uses each code once, also twice at the same time', async () => {
    const { secret } = await enrol(rt, of());
    const code = nextCode(secret);
    const both = [await ticket(), await ticket()].map((one) => second({ ticket: one, code }));
    const results = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(results.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('has ten codes for a lost phone, each good once', async () => {
    const { recoveryCodes } = await enrol(rt, of());
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', another = ''] = recoveryCodes;
    await second({ ticket: await ticket(), recoveryCode: first.toUpperCase() });
    await expect(second({ ticket: await ticket(), recoveryCode: first })).rejects.toEqual(
      refusedWith(422),
    );
    await renewRecoveryCodes(rt, staffHolder(admin));
    await expect(second({ ticket: await ticket(), recoveryCode: another })).rejects.toEqual(
      refusedWith(422),
    );
  });

  test('keeps key and codes where no reader of the database can use them', async () => {
    const { secret, recoveryCodes } = await enrol(rt, of());
    const rows = await Promise.all([
      rt.db.selectFrom('second_steps').selectAll().execute(),
      rt.db.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain(secret);
    for (const code of recoveryCodes) {
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(code.replace('-', ''));
    }
  });

  test('keeps it until the first code of a new one', async () => {
    const { secret } = await enrol(rt, of());
    const next = await beginApp(rt, staffHolder(admin), admin.email);
    expect(await second({ ticket: await ticket(), code: nextCode(secret) })).toBeDefined();
    await confirmApp(rt, of(), nextCode(next.secret), CLIENT);
    await expect(second({ ticket: await ticket(), code: nextCode(secret) })).rejects.toEqual(
      refusedWith(422),
    );
    expect(await second({ ticket: await ticket(), code: nextCode(next.secret) })).toBeDefined();
  });

  test('may stop, unless the facility asks for it', async () => {
    await enrol(rt, of());
    await changeFacility(rt, admin, { asksSecondStep: 'admins' });
    await expect(removeOwnApp(rt, admin)).rejects.toEqual(refusedWith(409));
    await changeFacility(rt, admin, { asksSecondStep: 'nobody' });
    await removeOwnApp(rt, admin);
    expect(await login(rt, { email: admin.email, password: PASSWORD }, CLIENT)).toBeDefined();
    await expect(removeOwnApp(rt, admin)).rejects.toEqual(refusedWith(409));
  });
});

describe('a ticket', () => {
  test('dies after five wrong codes, and after ten minutes', async () => {
    const { secret } = await enrol(rt, of());
    const tried = await ticket();
    for (let n = 0; n < 5; n++) {
      await expect(second({ ticket: tried, code: '000000' })).rejects.toEqual(refusedWith(422));
    }
    await expect(second({ ticket: tried, code: nextCode(secret) })).rejects.toEqual(
      refusedWith(401),
    );
    const old = await ticket();
    rt.clock.advance(10 * MINUTE);
    await expect(second({ ticket: old, code: appCode(secret, rt.clock.now()) })).rejects.toEqual(
      refusedWith(401),
    );
  });

  test('ends with a new password', async () => {
    const { secret } = await enrol(rt, of());
    const before = await ticket();
    const change = { currentPassword: PASSWORD, password: 'niji-no-kakeru-asa' };
    await updateProfile(rt, admin, change);
    await expect(second({ ticket: before, code: nextCode(secret) })).rejects.toEqual(
      refusedWith(401),
    );
  });

  test('is used once', async () => {
    const { secret } = await enrol(rt, of());
    const used = await ticket();
    await second({ ticket: used, code: nextCode(secret) });
    await expect(second({ ticket: used, code: nextCode(secret) })).rejects.toEqual(
      refusedWith(401),
    );
  });
});

test("a thief of the password uses up no tries of the person's own browser", async () => {
  const { secret } = await enrol(rt, of());
  for (let n = 0; n < 6; n++) {
    const tried = await ticket({ ...CLIENT, address: `198.51.100.${n}` });
    for (let m = 0; m < 5; m++) {
      await second({ ticket: tried, code: '000000' }).catch(() => undefined);
    }
  }
  const code = nextCode(secret);
  await expect(second({ ticket: await ticket(), code })).rejects.toEqual(refusedWith(429));
  const own = { ...CLIENT, device: issueDevice(rt.secrets, admin.email) };
  expect(await second({ ticket: await ticket(own), code }, own)).toBeDefined();
});

describe('a recovery code', () => {
  /** Of one who knows the password, from anywhere. */
  async function tryMany(what: 'code' | 'recoveryCode', times: number): Promise<void> {
    const wrong = what === 'code' ? '000000' : '2222222222';
    for (let n = 0; n < times; n++) {
      const thief = { ...CLIENT, address: `198.51.${100 + (n % 100)}.1` };
      await second({ ticket: await ticket(thief), [what]: wrong }, thief).catch(() => undefined);
    }
  }

  test('gets its person in after any number of wrong codes of either kind', async () => {
    const { secret, recoveryCodes } = await enrol(rt, of());
    const [code = '', next = ''] = recoveryCodes;
    await tryMany('code', 30 + 1);
    await tryMany('recoveryCode', 20 + 5);
    await expect(second({ ticket: await ticket(), code: nextCode(secret) })).rejects.toEqual(
      refusedWith(429),
    );
    expect(await second({ ticket: await ticket(), recoveryCode: code })).toBeDefined();
    await expect(second({ ticket: await ticket(), recoveryCode: code })).rejects.toEqual(
      refusedWith(429),
    );
    expect(await second({ ticket: await ticket(), recoveryCode: next })).toBeDefined();
  });

  test('confirms a sign-in as well', async () => {
    const { recoveryCodes } = await enrol(rt, of());
    await tryMany('code', 30 + 1);
    await tryMany('recoveryCode', 20 + 1);
    const input = ConfirmationInput.parse({ code: recoveryCodes[0] });
    expect(await confirmSignIn(rt, admin, input, CLIENT)).toMatchObject({ id: admin.id });
  });

  test('has a count of its own, which uses up none of the app', async () => {
    const { secret } = await enrol(rt, of());
    await tryMany('recoveryCode', 30 + 1);
    expect(await second({ ticket: await ticket(), code: nextCode(secret) })).toBeDefined();
  });

  test('that is wrong too often costs the ticket, in words that are true', async () => {
    await enrol(rt, of());
    await tryMany('recoveryCode', 20);
    const tried = await ticket();
    const wrong = { ticket: tried, recoveryCode: '2222222222' };
    await expect(second(wrong)).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('正しいコードなら、いつでも') as string,
    });
    await expect(second(wrong)).rejects.toEqual(refusedWith(401));
  });
});

test('a known device whose own tries are used up has those of everybody', async () => {
  const { secret } = await enrol(rt, of());
  const own = { ...CLIENT, device: issueDevice(rt.secrets, admin.email) };
  for (let n = 0; n < 20; n++) {
    await second({ ticket: await ticket(own), code: '000000' }, own).catch(() => undefined);
  }
  expect(await second({ ticket: await ticket(own), code: nextCode(secret) }, own)).toBeDefined();
});

test('one field takes either kind of code', () => {
  const read = (code: string) => toSecondStep(SecondStepFields.parse({ ticket: 'x', code }));
  expect(read(' １２３ ４５６ ')).toMatchObject({ code: '123456' });
  expect(read('ABCDE-fghjk')).toMatchObject({ recoveryCode: 'abcdefghjk' });
  expect(SecondStepFields.safeParse({ ticket: 'x', code: '12345' }).success).toBe(false);
});
