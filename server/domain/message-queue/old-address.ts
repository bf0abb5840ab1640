import type { users } from "@/db/tenant/users";
import type { Row, WriteTx } from "@/server/kernel/store";
import { localeOf } from "./queue";

/**
 * Tells a person's old address that another was asked for or has taken its place, over whichever channels they want to be
 * told of other things: whoever had an address must be able to notice that it was taken from their account.
 */
export async function tellOldAddress(
  tx: Pick<WriteTx, "messages">,
  before: Pick<Row<typeof users>, "email" | "scimAttributes">,
  template: "email_change_asked" | "email_changed",
) {
  if (before.email === null) return;
  await tx.messages.insert({
    ...{ channel: "email", recipient: before.email, template, data: {} },
    locale: localeOf(before),
  });
}
