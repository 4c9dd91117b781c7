import type { TestProject } from 'vitest/node';
import setUp from './template.ts';

/** The same tests on PostgreSQL. */
export default (project: TestProject) => setUp(project, 'postgres');
