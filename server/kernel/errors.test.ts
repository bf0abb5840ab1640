import { expect, it, vi } from "vitest";
import { AppError } from "./errors";
import { UniqueViolation } from "./operation/store";
import { roleRefusals } from "../domain/roles/roles";

/* Next bundles its own copy of each module, besides the copy that the server loads. */
it("recognizes the refusals of another copy of the module", async () => {
  vi.resetModules();
  const [errors, roles, store] = await Promise.all([
    import("./errors"),
    import("../domain/roles/roles"),
    import("./operation/store"),
  ]);
  expect(errors.AppError).not.toBe(AppError);
  expect(roles.roleRefusals.not_found()).toBeInstanceOf(AppError);
  expect(roleRefusals.not_found()).toBeInstanceOf(errors.AppError);
  expect(new store.UniqueViolation("key")).toBeInstanceOf(UniqueViolation);
  expect(new Error("other")).not.toBeInstanceOf(AppError);
});

it("accepts only the refusals of a subclass as its instances", () => {
  class Narrow extends AppError {}
  expect(roleRefusals.not_found()).not.toBeInstanceOf(Narrow);
  const narrow = new Narrow(409, "conflict", "taken", { code: "role.taken", params: {} });
  expect(narrow).toBeInstanceOf(Narrow);
  expect(narrow).toBeInstanceOf(AppError);
});
