import type { components } from '../generated/openapi.ts';
import type { Services } from '../services/index.ts';
import type { Handler } from './handler.ts';

const longestProblem = 1000;

export const moveCollections: Handler<'moveCollections'> = async ({ body }, services) => {
  await services.storeMoves.begin({ storeId: body.vector_store_id, from: body.from, to: body.to });
  return { status: 200, body: await pendingMoves(services) };
};

export const listCollectionMoves: Handler<'listCollectionMoves'> = async (_call, services) => {
  return { status: 200, body: await pendingMoves(services) };
};

async function pendingMoves({ storeMoves }: Services): Promise<components['schemas']['CollectionMoves']> {
  const { stores, first } = await storeMoves.pending();
  const moves = first.map(({ storeId, problem, ...move }) => ({
    ...{ vector_store_id: storeId, ...move },
    problem: problem === null ? null : problem.slice(0, longestProblem),
  }));
  return { object: 'collection.moves', stores, moves };
}
