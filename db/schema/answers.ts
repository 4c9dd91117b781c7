import type { Generated } from 'kysely';
import type { Instant } from './types.ts';

export interface AnswerTable {
  id: string;
  host_id: string;
  resident_id: string;
  /** NULL once the family is removed; then its name and relationship are in this row. */
  family_id: string | null;
  family_name: Generated<string>;
  relationship: Generated<string>;
  year_month: number;
  body: string;
  created_at: Instant;
  passed_on_at: Generated<Instant | null>;
  passed_on_by: Generated<string | null>;
  hidden_at: Generated<Instant | null>;
  /** The facility's; empty without one. */
  reply: Generated<string>;
  replied_at: Generated<Instant | null>;
  replied_by: Generated<string | null>;
  /** By which way the family was told of the reply, once for all; NULL if it was not. */
  told_way: Generated<'email' | 'line' | null>;
}
