import type { users } from "@/db/tenant/users";
import type { Row, WriteTx } from "@/server/kernel/operation/store";
import { localeOf } from "./queue";

/**
 * Notifies a user's old address about a requested or completed change of the address. Ignores the channels that the user chose,
 * because the owner of the old address must receive this notice.
 */
export async function tellOldAddress(
  tx: Pick<WriteTx, "messages">,
  before: Pick<Row<typeof users>, "email" | "scimAttributes">,
  template: "email_change_asked" | "email_changed",
) {
  if (before.email === null) return;
  await tx.messages.insert({
    channel: "email",
    recipient: before.email,
    template,
    data: {},
    locale: localeOf(before),
  });
}
