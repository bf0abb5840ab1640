// Rules for third-party packages: known vulnerabilities, licences, exact versions. Pure functions over
// package.json, package-lock.json and the lists in this folder. scripts/supply.mjs runs them, and
// supply.test.mjs tests them.
import semver from "semver";

/** @typedef {{ name: string, version: string, licence: string | null, dev: boolean, integrity: string | null }} Package */
/** @typedef {{ package: string, vulnerable: string, id: string, source: string }} Advisory */
/** @typedef {{ package: string, id: string, reason: string }} Accepted */

/**
 * Lists the packages of a lock file. A package is `dev` when nothing in production needs it.
 * @param {{ packages: Record<string, any> }} lock
 * @returns {Package[]}
 */
export const lockedPackages = (lock) =>
  Object.entries(lock.packages)
    .filter(([location, entry]) => location !== "" && !entry.link)
    .map(([location, entry]) => ({
      name: entry.name ?? location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length),
      version: entry.version,
      licence: entry.license ?? null,
      dev: entry.dev === true,
      integrity: entry.integrity ?? null,
    }));

/**
 * Returns one sentence for each locked version that an advisory names. A version that only development needs may be
 * accepted with a reason; a production version may not.
 * @param {Package[]} packages
 * @param {{ advisories: Advisory[], acceptedInDevelopment: Accepted[] }} list
 * @returns {{ refused: string[], accepted: string[] }}
 */
export function knownVulnerabilities(packages, { advisories, acceptedInDevelopment }) {
  const refused = new Set();
  const accepted = new Set();
  for (const { name, version, dev } of packages) {
    for (const { package: named, vulnerable, id, source } of advisories) {
      if (named !== name || !semver.satisfies(version, vulnerable, { includePrerelease: true })) continue;
      const sentence = `${name} ${version} is vulnerable (${vulnerable}): ${id}, ${source}`;
      const exception =
        dev && acceptedInDevelopment.find((entry) => entry.package === name && entry.id === id);
      if (exception) accepted.add(`${sentence}. ${exception.reason}`);
      else refused.add(sentence);
    }
  }
  return { refused: [...refused], accepted: [...accepted] };
}

/**
 * Returns one sentence for each advisory in the output of `npm audit --json`; null if the registry did not
 * answer.
 * @param {any} report
 * @returns {string[] | null}
 */
export function auditFindings(report) {
  if (typeof report?.auditReportVersion !== "number" || typeof report.vulnerabilities !== "object")
    return null;
  const advisories = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((/** @type {any} */ cause) => typeof cause === "object"),
  );
  return [
    ...new Set(
      advisories.map(({ name, range, url, title }) => `${name} is vulnerable (${range}): ${url}, ${title}`),
    ),
  ];
}

/** @param {string} expression an SPDX expression of names, AND, OR and parentheses @param {(name: string) => boolean} isAllowed */
function allows(expression, isAllowed) {
  // OR binds less tightly than AND (SPDX 2.3, annex D.4); expressions with nested parentheses are refused.
  const bare = expression.startsWith("(") && expression.endsWith(")") ? expression.slice(1, -1) : expression;
  if (bare.includes("(")) return false;
  return bare.split(" OR ").some((choice) => choice.split(" AND ").every((name) => isAllowed(name.trim())));
}

/** @param {string} pattern a name, or a scope such as `@img/*` @param {string} name */
const isNamed = (pattern, name) =>
  pattern.endsWith("/*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

/**
 * Returns one sentence for each production package whose licence is neither allowed nor excepted.
 * @param {Package[]} packages
 * @param {{ allowed: string[], exceptions: { package: string, licence: string | null, reason: string }[] }} list
 * @returns {string[]}
 */
export function licenceProblems(packages, { allowed, exceptions }) {
  const problems = packages
    .filter(({ dev }) => !dev)
    .filter(({ name, licence }) => {
      const excepted = exceptions.filter((entry) => isNamed(entry.package, name));
      if (licence === null) return !excepted.some((entry) => entry.licence === null);
      const isAllowed = (/** @type {string} */ one) =>
        allowed.includes(one) || excepted.some((entry) => entry.licence === one);
      return !isAllowed(licence) && !allows(licence, isAllowed);
    })
    .map(({ name, version, licence }) => `${name} ${version} has the licence ${licence ?? "(none)"}`);
  return [...new Set(problems)];
}

/**
 * Returns one sentence for each dependency that is not pinned: a range in package.json, a locked package without
 * integrity, an address in the lock file.
 * @param {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} manifest
 * @param {{ packages: Record<string, any> }} lock
 * @returns {string[]}
 */
export function looseEnds({ dependencies = {}, devDependencies = {} }, lock) {
  const asked = { ...dependencies, ...devDependencies };
  const ranges = Object.entries(asked)
    .filter(([name, version]) => {
      // A second version of a package for development, such as `npm:typescript@7.0.2`. Any other alias could hide what is installed.
      const [, original, second] = /^npm:(.+)@([^@]+)$/.exec(version) ?? [];
      const isSecond = name in devDependencies && original !== undefined && original in asked;
      const exact = isSecond ? second : version;
      return semver.valid(exact) !== exact;
    })
    .map(([name, version]) => `package.json asks for ${name} ${version}, which is no exact version`);
  const unsealed = lockedPackages(lock)
    .filter(({ integrity }) => !integrity?.startsWith("sha512-"))
    .map(({ name, version }) => `package-lock.json has no SHA-512 of ${name} ${version}`);
  const addresses = Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved !== undefined)
    .map(([location, entry]) => `package-lock.json takes ${location} from ${entry.resolved}`);
  return [...ranges, ...unsealed, ...addresses];
}

/** Download addresses in the output of `npm sbom`. They differ between machines. */
const isDownload = (/** @type {{ type: string }} */ reference) => reference.type === "distribution";

/**
 * Returns the bill of materials for publication: with the product's own name and without download addresses.
 * @param {any} bom CycloneDX, from `npm sbom`
 * @param {{ name: string }} manifest
 */
export function publishable(bom, { name }) {
  const cleaned = structuredClone(bom);
  Object.assign(cleaned.metadata.component, { name, type: "application" });
  for (const component of cleaned.components)
    component.externalReferences = component.externalReferences?.filter(
      (/** @type {{ type: string }} */ reference) => !isDownload(reference),
    );
  return cleaned;
}
