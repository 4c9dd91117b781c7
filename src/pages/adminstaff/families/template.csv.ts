export { ALL } from '../residents/template.csv.ts';
