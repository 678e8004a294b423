import { literal, Op } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import { type Log, Touches } from '../../platform/index.ts';

export type StoreActivity = Touches<'vector_store'>;

/** Records when vector stores were last used, so that a search costs no database write. An expired store stays expired. */
export function recordUsesOfStores(log: Log): StoreActivity {
  const write = (ids: string[]) => {
    const now = nowSeconds();
    return VectorStore.update(
      { lastActiveAt: now, expiresAt: literal(`${now} + expires_after_days * 86400`) as unknown as number },
      { where: { id: ids, expiresAt: { [Op.gt]: now } } },
    );
  };
  return new Touches({ vector_store: write }, log);
}
