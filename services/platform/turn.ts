// What is ready in one turn of the event loop is done together, at the turn's end: one step for all the calls that have come
// so far, then the next step for all of them. Step by step for one call after the other, the processor finds nothing of what
// it needs at hand: neither the way through the kernel, nor the parser, nor what is compiled of this server. That was a third
// of what a call of a model costs, and half of one that is answered from memory.
//
// The end of a turn goes on for as long as what it has set off goes on by itself: a body that is handed over there sets its
// call off, and what that asks an upstream is sent together with what the others ask, in the same turn.

/** Whether it is the turn's end, and what it has set off has not come to rest. */
let isEnding = false;
/** What is to be done when it has. */
let late: (() => void)[] = [];

/** Keeps things until the turn's end, then does each of them, in their order. */
export function atTurnsEnd<Thing>(act: (thing: Thing) => void): (thing: Thing) => void {
  let ready: Thing[] = [];
  const actOnAll = (): void => {
    const things = ready;
    ready = [];
    for (const thing of things) {
      try {
        act(thing);
      } catch (error) {
        // A defect, which must not take the other things along.
        void Promise.reject(error);
      }
    }
  };
  const begin = (): void => {
    isEnding = true;
    actOnAll();
    // Promises first, all of them, step by step: those that were there before, and those that they make.
    queueMicrotask(() => process.nextTick(rest));
  };
  return (thing) => {
    if (ready.length === 0) {
      if (isEnding) late.push(actOnAll);
      else setImmediate(begin);
    }
    ready.push(thing);
  };
}

/** The last of a turn. What it sets off without a promise still belongs to it. */
function rest(): void {
  for (let place = 0; place < late.length; place += 1) (late[place] as () => void)();
  late = [];
  isEnding = false;
}
