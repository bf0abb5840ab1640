import { mayDecide, userPages } from "../user-page";
import { UserSessions } from "./user-sessions";

export const generateMetadata = userPages.title("/sessions");

export default userPages.page("/sessions", async (page) => {
  const { id: userId } = page;
  await page.prefetch(page.trpc.sessions.rows.queryOptions({ userId }));
  const { subject } = page.actor;
  const isOwn = subject.kind === "user" && subject.userId === userId;
  return <UserSessions userId={userId} mayEnd={(isOwn || mayDecide(page)) && page.may("ManageSessions")} />;
});
