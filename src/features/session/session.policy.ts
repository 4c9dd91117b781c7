import type { User } from './session.ts';

/** By the user's scope (domain.md#signing-in). */
export const isStaff = (user: User | null): user is User =>
  user !== null && user.scope.includes('staff');

export const isAdminStaff = (user: User | null): user is User =>
  isStaff(user) && user.isAdmin && user.scope.includes('admin');
