import { Words } from "@/app/_words/words";

export default function SettingsLayout({ children }: LayoutProps<"/[tenant]/settings">) {
  return <Words of="settings">{children}</Words>;
}
