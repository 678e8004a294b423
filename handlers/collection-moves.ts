import type { Services } from '../services/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

const longestProblem = 1000;

export const moveCollections: Handler<'moveCollections'> = async ({ body }, services) => {
  await services.storeMoves.begin({ storeId: body.vector_store_id, from: body.from, to: body.to });
  return { status: 200, body: await state(services) };
};

export const cancelCollectionMoves: Handler<'cancelCollectionMoves'> = async ({ body }, services) => {
  const cancelled = await services.storeMoves.cancel({ storeId: body.vector_store_id, from: body.from });
  return { status: 200, body: { ...(await state(services)), cancelled } };
};

export const listCollectionMoves: Handler<'listCollectionMoves'> = async ({ query }, { storeMoves }) => {
  const page = await storeMoves.list(query);
  const body = envelope(page, ({ storeId, problem, ...move }) => ({
    ...{ vector_store_id: storeId, ...move },
    problem: problem === null ? null : problem.slice(0, longestProblem),
  }));
  return { status: 200, body };
};

async function state({ storeMoves }: Services): Promise<{ object: 'collection.moves'; stores: number }> {
  return { object: 'collection.moves', stores: await storeMoves.stores() };
}
