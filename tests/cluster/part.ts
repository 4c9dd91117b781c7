import type { Cluster } from './cluster.ts';

export interface Outcome {
  broken: string[];
  figures: [string, string | number][];
}

/** One kind of trouble of several servers. */
export interface Part {
  name: string;
  says: string;
  /** Of its servers; CLUSTER_SIZE by default. */
  size?: number;
  /** Of its rounds; CLUSTER_COUNT changes it. */
  count: number;
  run: (cluster: Cluster, count: number) => Promise<Outcome>;
}
