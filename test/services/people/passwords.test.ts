// Tests the queue of argon2 hashes, and the rules for passwords.

import { availableParallelism } from 'node:os';
import t from 'tap';
import { checkNewPassword, hashPassword, verifyPassword } from '../../../services/people/passwords.ts';

const running = Math.max(1, Math.min(2, availableParallelism()));

t.test('two hashes run at a time, sixty-four wait, and further ones are refused at once', async (t) => {
  const began = performance.now();
  let refusedMs = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      hashPassword(`password ${index}`).catch((error: unknown) => {
        refusedMs = performance.now() - began;
        return error;
      }),
    ),
  );
  const refused = outcomes.filter((outcome) => outcome instanceof Error);
  t.equal(refused.length, 100 - running - 64);
  t.match(refused[0], { code: 'rate_limit_exceeded', retryAfterSeconds: 1 });
  t.ok(refusedMs < performance.now() - began, 'before the others had ended');
});

t.test("a hash uses OWASP's minimum for argon2id: 19 MiB and two passes", async (t) => {
  t.match(await hashPassword('correct horse battery'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

t.test('a place in the queue is reused when it is free', async (t) => {
  const hash = await hashPassword('correct horse battery');
  t.equal(await verifyPassword(hash, 'correct horse battery'), 'right');
  t.equal(await verifyPassword(hash, 'correct horse batterY'), 'wrong');
  t.equal(await verifyPassword(null, 'correct horse battery'), 'wrong');
  for (const stored of ['', 'not a hash', '$argon2id$broken', '$2b$10$an-other-algorithm']) {
    t.equal(await verifyPassword(stored, 'correct horse battery'), 'unreadable');
  }
  t.equal(await verifyPassword(hash, 'correct horse battery'), 'right');
});

t.test('only passwords that are little more than a word of the address or name are refused as similar', async (t) => {
  const context = ['ada.quillfeather@example.com', 'Zéphyrine Ox'];
  const check = (password: string) => checkNewPassword(password, context, ['body', 'password']);
  // None of these words is a common password, so they are refused only for their similarity.
  for (const close of ['quillfeather', 'QuillFeather1', '1.quillfeather!', 'my-zéphyrine7', 'zéphyrine1234']) {
    const error = await check(close).catch((reason: unknown) => reason);
    t.match(
      error,
      { issues: [{ loc: ['body', 'password'], msg: /too close to the e-mail address or the name/ }] },
      close,
    );
    t.notOk(JSON.stringify(error).includes(close), 'and the password is not shown');
  }
  for (const far of ['quillfeather staple', 'oxoxo zebra ada tail', 'correct horse battery'])
    await t.resolves(check(far), far);
});
