// Batches work per tick of the event loop: all items of a tick run through one step before any runs through the next
// step. Writes in a row wake their reader once, and a step that runs for all finds the processor's caches warm. Without
// batches a chat call takes 91 µs of CPU instead of 76, and GET /v1/models 55 instead of 42.
//
// A batch lasts until the promises that it resolved have run: a body that is delivered in a batch starts its call, and the
// requests to upstreams of all these calls are sent together in the same tick, as are the answers.

/** True while a batch and the promises that it resolved are running. */
let isEnding = false;
/** Batches that were filled meanwhile; they run when the promises have. */
let late: (() => void)[] = [];

/** Returns a function that collects items until the end of the tick; then `act` runs for each item, in their order. */
export function batchPerTick<Thing>(act: (thing: Thing) => void): (thing: Thing) => void {
  let ready: Thing[] = [];
  const actOnAll = (): void => {
    const things = ready;
    ready = [];
    for (const thing of things) {
      try {
        act(thing);
      } catch (error) {
        // The item failed because of a defect. The other items must still run.
        void Promise.reject(error);
      }
    }
  };
  const begin = (): void => {
    isEnding = true;
    actOnAll();
    // Waits until all pending promises have run, also those that they create.
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

/** Runs the batches that were filled while promises ran, and ends the batch. */
function rest(): void {
  for (let place = 0; place < late.length; place += 1) (late[place] as () => void)();
  late = [];
  isEnding = false;
}
