import { aSession, aTag, aUser } from "./factories";
import { tenantActor, type TestOperations } from "./operations";

/**
 * Creates a user who has just signed in to this organization, with only the rights on the user's own account.
 */
export async function somebodySignedIn(test: TestOperations, t: number, signedInAt = test.clock.now) {
  const email = "annabel@example.com";
  const { id: userId } = await aUser(test, t, { email, passwordHash: "plain:secret" });
  await test.write(t, (tx) => tx.tenantProfiles.put({ name: "Meadow" }));
  const session = await aSession(test, t, userId, { createdAt: signedInAt });
  const actor = tenantActor(t, {
    channel: "account",
    capabilities: ["ManageOwnAccount"],
    as: { userId, email, sessionId: session.id },
  });
  const tagged = async (policies: Record<string, boolean>) => {
    const tag = await aTag(test, t, { policies });
    await test.write(t, (tx) => tx.userTags.insertIfAbsent({ userId, tagId: tag.id }));
  };
  return { t, userId, email, session, actor, tagged };
}
