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
import { read, router, write } from "../init";

export const userImportsRouter = router({
  list: read(listUserImports),
  get: read(getUserImport),
  preview: read(previewUserImport),
  rows: read(listUserImportRows),
  problems: read(listUserImportProblems),
  create: write(createUserImport),
  start: write(startUserImport),
  stop: write(stopUserImport),
  remove: write(deleteUserImport),
});
