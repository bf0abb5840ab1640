// `npm run bench`: what docs/performance.md reports, measured in one run on this machine. Figures are ratios to a bare
// baseline that does the same statements, because rates alone say more about the machine than about the server.
//
//   scripts/with-postgres.sh npm run bench -- --only=rest,next,pglite,token,search,audit,tenants,webhooks,export,scim,sign-in,decide --quick
import { quick, say, wanted } from "./lib/report.mjs";
import { endWhatIsLeft } from "./lib/started.mjs";
import { audit } from "./suites/audit.mjs";
import { decide } from "./suites/decide.mjs";
import { dataExport } from "./suites/export.mjs";
import { pglite, rest } from "./suites/rest.mjs";
import { scim } from "./suites/scim.mjs";
import { search } from "./suites/search.mjs";
import { signIn } from "./suites/sign-in.mjs";
import { tenants } from "./suites/tenants.mjs";
import { token } from "./suites/token.mjs";
import { webhooks } from "./suites/webhooks.mjs";

const suites = {
  rest,
  pglite,
  token,
  search,
  audit,
  tenants,
  webhooks,
  export: dataExport,
  scim,
  "sign-in": signIn,
  decide,
};
say(
  `Castellan bench, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}${quick ? ", quick: a tenth of the rows" : ""}`,
);
let failed = false;
for (const [name, suite] of Object.entries(suites)) {
  if (!wanted(name)) continue;
  try {
    await suite();
  } catch (error) {
    // The other figures are worth having; whoever started this must see that some are missing.
    say(`\n${name} FAILED: ${error instanceof Error ? error.stack : String(error)}`);
    failed = true;
  }
  await endWhatIsLeft();
}
// Connections of a suite that failed would keep the process.
process.exit(failed ? 1 : 0);
