import { Words } from "@/app/_words/words";

/** Loads the texts of the area. */
export default function RoleSyncLayout({ children }: LayoutProps<"/[tenant]/role-sync">) {
  return <Words of="role-sync">{children}</Words>;
}
