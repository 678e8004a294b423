import { hash } from 'node:crypto';
import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, Op, type Sequelize } from 'sequelize';
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

  /** Notes that the response is the project's. Once is enough. */
  static async remember(projectId: string, id: string, fields: Fields): Promise<void> {
    try {
      await ModelResponse.create({ digest: digestOf(projectId, id), projectId, ...fields });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }

  /** Notes that its usage is counted. False: it had been before. */
  static async countOnce(projectId: string, id: string): Promise<boolean> {
    const where = { digest: digestOf(projectId, id), counted: false };
    const [changed] = await ModelResponse.update({ counted: true }, { where });
    return changed === 1;
  }

  /** The project's response; undefined where it has none of that id. */
  static find(projectId: string, id: string): Promise<ModelResponseRow | undefined> {
    return readOne(ModelResponse, { digest: digestOf(projectId, id) });
  }

  static async forget(projectId: string, id: string): Promise<void> {
    await ModelResponse.destroy({ where: { digest: digestOf(projectId, id) } });
  }

  /** Removes what has expired. `now` in Unix seconds. */
  static async sweep(now: number): Promise<void> {
    await ModelResponse.destroy({ where: { expiresAt: { [Op.lte]: now } } });
  }
}

type Fields = Pick<ModelResponseRow, 'upstream' | 'model' | 'counted' | 'expiresAt'>;

function digestOf(projectId: string, id: string): Buffer {
  return hash('sha256', `${projectId}\0${id}`, 'buffer');
}

export function defineModelResponse(sequelize: Sequelize): void {
  ModelResponse.init(
    {
      digest: { type: DataTypes.BLOB, primaryKey: true },
      projectId: DataTypes.STRING,
      upstream: DataTypes.STRING,
      model: DataTypes.STRING,
      counted: DataTypes.BOOLEAN,
      expiresAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'model_responses' },
  );
}
