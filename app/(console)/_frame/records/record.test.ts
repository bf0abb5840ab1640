import { notFound } from "next/navigation";
import { expect, it } from "vitest";
import { recordId, titleOf } from "./record";

it("reads an id from an address, and refuses other texts", () => {
  expect(recordId("12")).toBe(12);
  for (const text of ["0", "012", "-1", "1.5", "1e3", "abc", "", " 1", "1".repeat(16)])
    expect(recordId(text)).toBeNull();
});

it("titles a page by its record, or by a general word if the name is unavailable", async () => {
  expect(await titleOf(async () => "Pia Pole", "User")).toEqual({ title: "Pia Pole" });
  expect(await titleOf(async () => "Pia Pole", "User", "Roles")).toEqual({ title: "Pia Pole – Roles" });
  expect(await titleOf(async () => null, "User")).toEqual({ title: "User" });
  expect(await titleOf(() => Promise.reject(new Error("There is no such user.")), "User", "Roles")).toEqual({
    title: "User – Roles",
  });
  // Rethrows the error of `notFound`, because the "not found" page of Next.js has its own title.
  await expect(titleOf(() => Promise.resolve().then(notFound), "User")).rejects.toThrow(
    "NEXT_HTTP_ERROR_FALLBACK;404",
  );
});
