// Effects of one operation on the responses of others: rules that the spec states for one operation alone. Operations
// that share a check run it once.

import { auditStates } from './audit-states.ts';
import { conversationStates } from './conversation-states.ts';
import { peopleStates } from './people-states.ts';
import { projectStates } from './project-states.ts';
import { reportStates } from './report-states.ts';
import { type Rule, Trial } from './rule.ts';
import type { Stage } from './stage.ts';
import { type StateCheck, storeStates } from './store-states.ts';

const states = {
  ...projectStates,
  ...storeStates,
  ...peopleStates,
  ...conversationStates,
  ...auditStates,
  ...reportStates,
};
const done = new WeakMap<Stage, Map<StateCheck, Promise<Trial>>>();

export const state: Rule = {
  name: 'state',
  about: 'The rules that the description of the operation states.',
  applies: ({ operationId }) => states[operationId] !== undefined,
  lack: (stage, { operationId }) => (operationId in peopleStates && !stage.mayCreateUsers ? 'users' : undefined),
  async run(trial, stage, { operationId }) {
    const check = states[operationId] as StateCheck;
    const of = done.get(stage) ?? new Map<StateCheck, Promise<Trial>>();
    done.set(stage, of);
    if (!of.has(check)) of.set(check, tried(check, trial, stage));
    trial.takeOver(await (of.get(check) as Promise<Trial>));
  },
};

async function tried(check: StateCheck, { ask }: Trial, stage: Stage): Promise<Trial> {
  const trial = new Trial(ask);
  await check(trial, stage);
  return trial;
}
