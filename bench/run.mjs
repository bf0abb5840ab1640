// `npm run bench`: measures the figures of docs/performance.md in one run on this machine. Figures are ratios
// to a bare baseline with the same statements, because rates alone describe the machine more than the server.
//
//   scripts/with-postgres.sh npm run bench -- --only=rest,next,pglite,token,search,growth,audit,tenants,neighbours,webhooks,export,scim,sign-in,decide --quick
import { quick, say, wanted } from "./lib/report.mjs";
import { endWhatIsLeft } from "./lib/started.mjs";
import { audit } from "./suites/audit.mjs";
import { decide } from "./suites/decide.mjs";
import { dataExport } from "./suites/export.mjs";
import { growth } from "./suites/growth.mjs";
import { neighbours } from "./suites/neighbours.mjs";
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
  growth,
  audit,
  tenants,
  neighbours,
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
    // The other figures are still useful, but the exit code reports the failure.
    say(`\n${name} FAILED: ${error instanceof Error ? error.stack : String(error)}`);
    failed = true;
  }
  await endWhatIsLeft();
}
// Connections of a failed suite would keep the process alive.
process.exit(failed ? 1 : 0);
