import type { Node } from './node.ts';

/** A cluster of databases, of which one node takes the writes. */
export interface Cluster {
  name: string;
  nodes: Node[];
  /** Returns whether the cluster has settled without the old primary, and the node takes writes. */
  hasTakenOver(node: Node): Promise<boolean>;
  /** Brings a node back that was killed or expelled. */
  rejoin(node: Node): Promise<void>;
  /** Returns whether all nodes are members, and have all writes. */
  isWhole(): Promise<boolean>;
}
