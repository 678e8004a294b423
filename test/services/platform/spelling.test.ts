import t from 'tap';
import { meantName } from '../../../services/platform/spelling.ts';

t.test('a name of 4 or 5 characters may differ by one, a longer name by two', (t) => {
  const cases: [name: string, known: string, isMeant: boolean][] = [
    ['nam', 'name', false],
    ['nmae', 'name', true],
    ['naem', 'name', true],
    ['nane', 'name', true],
    ['names', 'name', true],
    ['Name', 'name', true],
    ['nmea', 'name', false],
    ['nameee', 'name', true],
    ['naxxe', 'name', false],
    ['file_id', 'file_ids', true],
    ['fileIds', 'file_ids', true],
    ['mtedaat', 'metadata', false],
    ['metdaata', 'metadata', true],
    // A swap with a character between the swapped ones: two edits.
    ['meaxtdata', 'metadata', true],
    ['meta', 'metadata', false],
    ['description', 'metadata', false],
  ];
  for (const [name, known, isMeant] of cases) t.equal(meantName(name, [known]), isMeant ? known : undefined, name);
  t.end();
});

t.test('the nearest name is meant', (t) => {
  t.equal(meantName('file_idx', ['fil_ix', 'file_ids', 'file_id']), 'file_ids');
  t.end();
});
