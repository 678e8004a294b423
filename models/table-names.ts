import { QueryTypes } from 'sequelize';
import { database } from './connection.ts';

/** Returns the names of all tables, sorted, except those of the database itself. */
export async function tableNames(): Promise<string[]> {
  const { sequelize, dialect } = database();
  const sql =
    dialect === 'mysql'
      ? "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY 1"
      : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1";
  return (await sequelize.query<{ name: string }>(sql, { type: QueryTypes.SELECT })).map(({ name }) => name);
}
