import { router } from "./init";
import { accountRouter } from "./routers/account";
import { auditRouter } from "./routers/audit";
import { credentialsRouter } from "./routers/credentials";
import { overviewRouter } from "./routers/overview";
import { platformRouter } from "./routers/platform";
import { rolesRouter } from "./routers/roles";
import { serviceAccountsRouter } from "./routers/service-accounts";
import { usersRouter } from "./routers/users";

export const appRouter = router({
  overview: overviewRouter,
  users: usersRouter,
  roles: rolesRouter,
  credentials: credentialsRouter,
  serviceAccounts: serviceAccountsRouter,
  audit: auditRouter,
  account: accountRouter,
  platform: platformRouter,
});

export type AppRouter = typeof appRouter;
