/** The content of seed.json (shared/conformance-seed.md). */
export interface SeedResult {
  baseUrl: string;
  platform: { admin: { email: string; password: string }; credential: SeededCredential };
  tenants: SeededTenant[];
  fixtures: Record<string, unknown>;
}

export interface SeededCredential {
  clientId: string;
  clientSecret: string;
}

export interface SeededTenant {
  tenantId: number;
  slug: string;
  owner: { userId: number; email: string; password: string };
  credential: SeededCredential;
  scimToken: string;
  governedRoleId: number;
  ungovernedRoleId: number;
}
