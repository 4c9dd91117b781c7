export const REMOVE_JOB = 'host.remove';
