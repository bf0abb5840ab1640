import { Words } from "@/app/_words/words";

export default function RoleSyncLayout({ children }: LayoutProps<"/[tenant]/role-sync">) {
  return <Words of="role-sync">{children}</Words>;
}
