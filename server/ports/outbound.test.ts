import { expect, it } from "vitest";
import { must } from "../kernel/strings/must";
import { createOutboundCheck } from "./outbound";

const problem = must("private_address");

it.each([
  "https://localhost/",
  "https://localhost./",
  "https://LOCALHOST:8443/hook",
  "https://foo.localhost/",
  "https://foo.localhost./",
  "https://127.0.0.1./",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
])("may not be called, however it is spelled: %s", async (url) => {
  expect(await createOutboundCheck({ allowPrivate: false })(url, "1")).toBe(problem);
});

it.each(["https://192.0.3.7/", "https://localhost.no-such-name.invalid/", "https://notlocalhost.invalid/"])(
  "may be called: %s",
  async (url) => {
    expect(await createOutboundCheck({ allowPrivate: false })(url, "1")).toBeNull();
  },
);

it("is not resolved if the operator allows private addresses", async () => {
  expect(await createOutboundCheck({ allowPrivate: true })("http://foo.localhost./", "1")).toBeNull();
});
