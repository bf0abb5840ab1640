import {
  createUserImport,
  deleteUserImport,
  getUserImport,
  listUserImports,
  startUserImport,
  stopUserImport,
} from "@/server/domain/user-imports/imports";
import {
  listUserImportProblems,
  listUserImportRows,
  previewUserImport,
} from "@/server/domain/user-imports/preview";
import { MOST_CHARACTERS } from "@/server/domain/user-imports/limits.schema";
import { read, router, write } from "../init";

/** A file of characters with four bytes each, and the rest of the body. */
const MOST_BYTES = 4 * MOST_CHARACTERS + 64 * 1024;

export const userImportsRouter = router({
  list: read(listUserImports),
  get: read(getUserImport),
  preview: read(previewUserImport),
  rows: read(listUserImportRows),
  problems: read(listUserImportProblems),
  create: write(createUserImport, { mostBytes: MOST_BYTES }),
  start: write(startUserImport),
  stop: write(stopUserImport),
  remove: write(deleteUserImport),
});
