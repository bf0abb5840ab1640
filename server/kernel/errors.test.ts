import { expect, it, vi } from "vitest";
import { AppError, conflict } from "./errors";
import { UniqueViolation } from "./store";

/* Next bundles its own copy of each module beside the server's. */
it("recognizes the refusals of another copy of the module", async () => {
  vi.resetModules();
  const [errors, store] = await Promise.all([import("./errors"), import("./store")]);
  expect(errors.AppError).not.toBe(AppError);
  expect(errors.conflict("taken")).toBeInstanceOf(AppError);
  expect(conflict("taken")).toBeInstanceOf(errors.AppError);
  expect(new store.UniqueViolation("key")).toBeInstanceOf(UniqueViolation);
  expect(new Error("other")).not.toBeInstanceOf(AppError);
});

it("does not accept every refusal as one of a subclass", () => {
  class Narrow extends AppError {}
  expect(conflict("taken")).not.toBeInstanceOf(Narrow);
  const narrow = new Narrow(409, "conflict", "taken");
  expect(narrow).toBeInstanceOf(Narrow);
  expect(narrow).toBeInstanceOf(AppError);
});
