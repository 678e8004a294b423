/** Documents, questions, and which document answers which question. */
export interface RetrievalSet {
  name: string;
  /** The texts by their ids. */
  documents: Map<string, string>;
  questions: Map<string, string>;
  /** For each question the grades of documents, above 0 where the document is relevant. */
  judgements: Map<string, Map<string, number>>;
}
