import { hash } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { isUniqueViolation } from './constraints.ts';
import { readOne } from './page.ts';
import { blob, boolean, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type ModelResponseRow = RowOf<ModelResponse>;

/** A response that an upstream stores, and the project that owns the response. */
export class ModelResponse extends table('model_responses', {
  digest: primaryKey(blob()),
  projectId: text(),
  /** The upstream's name. */
  upstream: text(),
  /** The model as the caller named it; null: not known. */
  model: nullable(text()),
  /** True if the usage has been counted. */
  counted: boolean(),
  /** Unix seconds. After this time no upstream stores the response. */
  expiresAt: integer(),
  /** The key or user that requested a background response. */
  callerId: nullable(text()),
  /** The tokens reserved for a background response. */
  expectedInput: integer(),
  expectedOutput: integer(),
  /** Input and output tokens; 0: the upstream has not reported them. */
  tokens: integer(),
}) {
  /** Records that the project owns the response. Repeated calls have no effect. */
  static async remember(
    projectId: string,
    id: string,
    fields: NewResponse,
    tx: Transaction | null = null,
  ): Promise<void> {
    const digest = ModelResponse.digestOf(projectId, id);
    try {
      await ModelResponse.create({ digest, projectId, tokens: 0, ...fields }, { transaction: tx });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }

  /** Marks the response's usage as counted and stores its tokens. Returns false if it was counted before. */
  static async countOnce(projectId: string, id: string, tokens: number): Promise<boolean> {
    const where = { digest: ModelResponse.digestOf(projectId, id), counted: false };
    const [changed] = await ModelResponse.update({ counted: true, tokens }, { where });
    return changed === 1;
  }

  /** Stores the response's input and output tokens. */
  static async recordTokens(projectId: string, id: string, tokens: number): Promise<void> {
    await ModelResponse.update({ tokens }, { where: { digest: ModelResponse.digestOf(projectId, id) } });
  }

  static find(projectId: string, id: string): Promise<ModelResponseRow | undefined> {
    return readOne(ModelResponse, { digest: ModelResponse.digestOf(projectId, id) });
  }

  /** Deletes the record. A response whose usage is not counted yet is kept. */
  static async forget(projectId: string, id: string): Promise<void> {
    await ModelResponse.destroy({ where: { digest: ModelResponse.digestOf(projectId, id), counted: true } });
  }

  static digestOf(projectId: string, id: string): Buffer {
    return hash('sha256', `${projectId}\0${id}`, 'buffer');
  }
}

export type NewResponse = Omit<ModelResponseRow, 'digest' | 'projectId' | 'tokens'>;
