// Tests the turns of projects at a limited number of places.

import t from 'tap';
import { Turns } from '../../../services/platform/index.ts';

/** Works at `places` places that note when they begin. */
function workshop(places: number) {
  const turns = new Turns(places);
  const begun: string[] = [];
  const freeing = new Map<string, () => void>();
  return {
    turns,
    begun,
    add(...names: string[]): void {
      for (const name of names)
        freeing.set(
          name,
          turns.take(name.charAt(0), () => begun.push(name)),
        );
    },
    end(...names: string[]): void {
      for (const name of names) freeing.get(name)?.();
    },
  };
}

t.test('a lane that is alone gets all places, in the order of its works', async (t) => {
  const { begun, add, end, turns } = workshop(2);
  add('a1', 'a2', 'a3', 'a4');
  t.strictSame(begun, ['a1', 'a2']);
  t.equal(turns.waiting, 2);
  end('a2', 'a1');
  t.strictSame(begun, ['a1', 'a2', 'a3', 'a4']);
  t.equal(turns.waiting, 0);
});

t.test('a place that becomes free goes to the lane that waits, however many works of another wait', async (t) => {
  const { begun, add, end } = workshop(4);
  add('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1');
  end('a1');
  t.strictSame(begun.slice(4), ['b1']);
  end('a2');
  t.strictSame(begun.slice(4), ['b1', 'a5'], 'nobody else waits, so the first lane may have more than half');
});

t.test('while another lane waits, a lane gets no place beyond half of them', async (t) => {
  const { begun, add, end } = workshop(4);
  add('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'b4');
  end('a1', 'a2');
  t.strictSame(begun.slice(4), ['b1', 'b2']);
  end('a3');
  t.strictSame(begun.slice(6), ['a5'], 'each lane has half');
  end('b1');
  t.strictSame(begun.slice(7), ['b3']);
});

t.test('three lanes take turns', async (t) => {
  const { begun, add, end } = workshop(1);
  add('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  end('a1', 'a2', 'b1', 'c1', 'a3');
  t.strictSame(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

t.test('a work that leaves before its turn gets no place, and frees a place only once', async (t) => {
  const { begun, add, end } = workshop(1);
  add('a1', 'b1', 'c1', 'd1');
  end('b1', 'b1', 'a1', 'a1');
  t.strictSame(begun, ['a1', 'c1']);
  end('b1', 'a1');
  t.strictSame(begun, ['a1', 'c1']);
  end('c1');
  t.strictSame(begun, ['a1', 'c1', 'd1']);
});
