/** A retrieval set: documents, questions, and the relevant documents for each question. */
export interface RetrievalSet {
  name: string;
  /** The texts by id. */
  documents: Map<string, string>;
  questions: Map<string, string>;
  /** For each question, the grades of documents. A grade above 0 means that the document is relevant. */
  judgements: Map<string, Map<string, number>>;
}
