/** Why an archive cannot be written, read or restored. */
export type ArchiveProblem =
  | "no_recipient"
  | "bad_identity"
  | "wrong_key"
  | "damaged"
  | "not_an_archive"
  | "newer_schema"
  | "older_schema"
  | "other_schema"
  | "unknown_table"
  | "unknown_column"
  | "bad_row"
  | "changed"
  | "wrong_tenant"
  | "no_tenant"
  | "slug_taken"
  | "bad_slug"
  | "file_exists"
  | "undecryptable"
  | "differs";

/** A refused archive or restore. The message is for the operator. */
export class ArchiveError extends Error {
  constructor(
    readonly code: ArchiveProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
