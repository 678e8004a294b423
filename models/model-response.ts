import { hash } from 'node:crypto';
import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  Op,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { isUniqueViolation } from './constraints.ts';
import { readOne } from './page.ts';

export type ModelResponseRow = InferAttributes<ModelResponse>;

/** A response that an upstream keeps, and the project that may ask for it. */
export class ModelResponse extends Model<InferAttributes<ModelResponse>, InferCreationAttributes<ModelResponse>> {
  declare digest: Buffer;
  declare projectId: string;
  /** The upstream's name. */
  declare upstream: string;
  /** What made it, as its caller named it; null: not known. */
  declare model: string | null;
  /** Whether its usage has been counted. */
  declare counted: boolean;
  /** Unix seconds: after it nobody keeps the response. */
  declare expiresAt: number;
  /** Who asked for it, where it is made in the background: the key, or the user. */
  declare callerId: string | null;
  /** The tokens that are reserved for it, where it is made in the background. */
  declare expectedInput: number;
  declare expectedOutput: number;
  /** What it read and wrote, in tokens; 0: its upstream has not said. */
  declare tokens: number;

  /** Notes that the response is the project's. Once is enough. */
  static async remember(
    projectId: string,
    id: string,
    fields: NewResponse,
    transaction: Transaction | null = null,
  ): Promise<void> {
    const digest = ModelResponse.digestOf(projectId, id);
    try {
      await ModelResponse.create({ digest, projectId, tokens: 0, ...fields }, { transaction });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }

  /** Notes that its usage, so many tokens, is counted. False: it had been before. */
  static async countOnce(projectId: string, id: string, tokens: number): Promise<boolean> {
    const where = { digest: ModelResponse.digestOf(projectId, id), counted: false };
    const [changed] = await ModelResponse.update({ counted: true, tokens }, { where });
    return changed === 1;
  }

  /** Notes what it read and wrote, in tokens. */
  static async noteTokens(projectId: string, id: string, tokens: number): Promise<void> {
    await ModelResponse.update({ tokens }, { where: { digest: ModelResponse.digestOf(projectId, id) } });
  }

  /** The project's response; undefined where it has none of that id. */
  static find(projectId: string, id: string): Promise<ModelResponseRow | undefined> {
    return readOne(ModelResponse, { digest: ModelResponse.digestOf(projectId, id) });
  }

  /** Forgets the response. One that is not charged yet stays until it is. */
  static async forget(projectId: string, id: string): Promise<void> {
    await ModelResponse.destroy({ where: { digest: ModelResponse.digestOf(projectId, id), counted: true } });
  }

  static digestOf(projectId: string, id: string): Buffer {
    return hash('sha256', `${projectId}\0${id}`, 'buffer');
  }

  /** Removes what has expired. `now` in Unix seconds. */
  static async sweep(now: number): Promise<void> {
    await ModelResponse.destroy({ where: { expiresAt: { [Op.lte]: now } } });
  }
}

export type NewResponse = Omit<ModelResponseRow, 'digest' | 'projectId' | 'tokens'>;

export function defineModelResponse(sequelize: Sequelize): void {
  ModelResponse.init(
    {
      digest: { type: DataTypes.BLOB, primaryKey: true },
      projectId: DataTypes.STRING,
      upstream: DataTypes.STRING,
      model: DataTypes.STRING,
      counted: DataTypes.BOOLEAN,
      expiresAt: DataTypes.BIGINT,
      callerId: DataTypes.STRING,
      expectedInput: DataTypes.BIGINT,
      expectedOutput: DataTypes.BIGINT,
      tokens: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'model_responses' },
  );
}
