import type { Expression, SqlBool } from 'kysely';
import { sql } from 'kysely';

/** Tells the planner that a condition holds for few rows; it changes no result. */
export const unlikely = (condition: Expression<SqlBool>) => sql<boolean>`unlikely(${condition})`;
