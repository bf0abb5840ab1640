"use client";

import { ChevronsUpDown, LogOut, Menu as MenuIcon, Search, Fingerprint, UserRound } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname } from "next/navigation";
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from "react";
import { Button, IconButton } from "../ui/button";
import { useKeptFocus } from "../ui/dialog/focus";
import { holdKeys } from "../ui/dialog/held-keys";
import { Mark } from "../ui/page/mark";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "../ui/menu/menu";
import { Avatar } from "../ui/page/page";
import { Kbd } from "../ui/text";
import { useRecentPlaces } from "./recent-places";
import { ThemeChoice } from "./theme-choice";
import { LinkProgress } from "../ui/link-progress";
import { LanguageChoice } from "./language-choice";

// Loaded on demand, because the first render of a page shows neither component.
const Drawer = dynamic(() => import("./drawer").then((module) => module.Drawer), { ssr: false });
const KeyHelp = dynamic(() => import("./key-help").then((module) => module.KeyHelp), { ssr: false });

export interface NavigationGroup {
  label: string;
  items: { label: string; href: string; icon: ReactNode }[];
}

export interface Workspace {
  name: string;
  href: string;
  hint: string;
}

interface Props {
  navigation: NavigationGroup[];
  /** Current workspace. `workspaces` are the workspaces that the administrator can switch to. */
  workspace: Workspace;
  workspaces: Workspace[];
  person: { name: string; email: string };
  accountHref: string;
  /** Address of the page with the user's own data, devices and factors. Null for the platform. */
  selfServiceHref: string | null;
  onSignOut: () => void;
  /**
   * Renders the command palette, which finds areas, records and actions. First called when the administrator opens the palette.
   */
  palette: (open: boolean, onOpenChange: (open: boolean) => void) => ReactNode;
  children: ReactNode;
}

/**
 * Frame of the console. The sidebar contains the workspace, the areas and the account menu. The frame also opens the command
 * palette.
 */
export function AppShell({ children, ...props }: Props) {
  const t = useExtracted("console");
  // Null until the administrator opens the palette for the first time.
  const [paletteOpen, setPaletteOpen] = useState<boolean | null>(null);
  const [helpOpen, setHelpOpen] = useState<boolean | null>(null);
  const [drawerOpen, setDrawerOpen] = useState<boolean | null>(null);
  useKeptFocus();
  useRecentPlaces(usePathname());
  const changePalette = (open: boolean) => {
    // The code of the palette is loading.
    if (open && paletteOpen === null) holdKeys();
    setPaletteOpen(open);
  };
  useShellKeys({ palette: () => changePalette(!paletteOpen), help: () => setHelpOpen(true) });
  const sidebar = (after?: () => void) => (
    <Sidebar
      {...props}
      openPalette={() => (after?.(), changePalette(true))}
      {...(after && { onNavigate: after })}
    />
  );
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t("Skip to content")}
      </a>
      <div className="sticky top-0 hidden h-dvh border-r border-line lg:block">{sidebar()}</div>
      <header className="sticky top-0 z-30 flex h-12 items-center gap-1 border-b border-line bg-canvas px-3 lg:hidden">
        <IconButton
          label={t("Open the navigation")}
          aria-haspopup="dialog"
          onClick={() => setDrawerOpen(true)}
        >
          <MenuIcon />
        </IconButton>
        {drawerOpen !== null && (
          <Drawer open={drawerOpen} onOpenChange={setDrawerOpen}>
            {sidebar(() => setDrawerOpen(false))}
          </Drawer>
        )}
        <span className="min-w-0 flex-1 truncate font-semibold">{props.workspace.name}</span>
        <IconButton label={t("Search")} onClick={() => changePalette(true)}>
          <Search />
        </IconButton>
      </header>
      <div className="min-w-0">
        <OfflineNotice />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[100rem] min-w-0 px-4 py-5 outline-none sm:px-6 lg:px-8 lg:py-7"
        >
          {children}
        </main>
      </div>
      {paletteOpen !== null && props.palette(paletteOpen, setPaletteOpen)}
      {helpOpen !== null && <KeyHelp open={helpOpen} onOpenChange={setHelpOpen} />}
    </div>
  );
}

function Sidebar({
  navigation,
  workspace,
  workspaces,
  person,
  accountHref,
  selfServiceHref,
  onSignOut,
  openPalette,
  onNavigate,
}: Omit<Props, "children" | "palette"> & { openPalette: () => void; onNavigate?: () => void }) {
  const t = useExtracted("console");
  const pathname = usePathname();
  const navRef = useRef<HTMLElement>(null);
  // Scrolls the current area into view. The area may be outside of the visible part of the sidebar.
  useEffect(() => {
    navRef.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <div className="flex h-full flex-col">
      <div className="p-3">
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              className="flex w-full items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-sunken"
            >
              <Mark className="size-7 shrink-0" />
              <span className="min-w-0 flex-1">
                <span className="block truncate leading-5 font-semibold">{workspace.name}</span>
                <span className="block truncate text-xs text-ink-faint">{workspace.hint}</span>
              </span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <span className="sr-only">{t("Switch workspace")}</span>
            </button>
          }
        >
          <MenuLabel>{t("Workspaces")}</MenuLabel>
          {workspaces.map((other) => (
            <MenuLink key={other.href}>
              <Link href={other.href} aria-current={other.href === workspace.href ? "true" : undefined}>
                <Avatar name={other.name} square />
                <span className="min-w-0 flex-1 truncate">{other.name}</span>
                {other.href === workspace.href && <span aria-hidden>✓</span>}
              </Link>
            </MenuLink>
          ))}
        </Menu>
        <Button onClick={openPalette} className="mt-2 w-full justify-start text-ink-faint">
          <Search aria-hidden />
          <span className="flex-1 text-left font-normal">{t("Find…")}</span>
          <span className="flex gap-0.5" aria-hidden>
            <Kbd>{t("Ctrl")}</Kbd>
            <Kbd>K</Kbd>
          </span>
        </Button>
      </div>
      <nav
        ref={navRef}
        aria-label={t("Areas")}
        className="min-h-0 flex-1 space-y-4 overflow-y-auto px-3 pb-4"
      >
        {navigation.map((group) => (
          <div key={group.label}>
            <p className="px-2 pb-1 text-xs font-medium text-ink-faint">{group.label}</p>
            <ul className="space-y-px">
              {group.items.map((item) => {
                const active =
                  pathname === item.href ||
                  (item.href !== workspace.href && pathname.startsWith(`${item.href}/`));
                return (
                  <li key={item.href}>
                    <EagerLink
                      href={item.href}
                      {...(onNavigate && { onClick: onNavigate })}
                      aria-current={active ? "page" : undefined}
                      className="flex h-8 scroll-my-10 items-center gap-2.5 rounded-md px-2 text-ink-soft hover:bg-sunken hover:text-ink marked:bg-accent-soft marked:font-medium marked:text-accent-text [&_svg]:size-4 [&_svg]:shrink-0"
                    >
                      {item.icon}
                      <span className="truncate">{item.label}</span>
                    </EagerLink>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </nav>
      <div className="border-t border-line p-3">
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              className="flex w-full items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-sunken"
            >
              <Avatar name={person.name} />
              <span className="min-w-0 flex-1">
                <span className="block truncate leading-5 font-medium">{person.name}</span>
                <span className="block truncate text-xs text-ink-faint">{person.email}</span>
              </span>
              <span className="sr-only">{t("Account menu")}</span>
            </button>
          }
        >
          <MenuLink>
            <Link href={accountHref}>
              <UserRound aria-hidden />
              {t("Your account")}
            </Link>
          </MenuLink>
          {selfServiceHref !== null && (
            <MenuLink>
              {/* Loads a new document instead of a client navigation, because the account page uses another session than the
                  console. */}
              <a href={selfServiceHref} target="_self">
                <Fingerprint aria-hidden />
                {t("Your profile and factors")}
              </a>
            </MenuLink>
          )}
          <MenuSeparator />
          <ThemeChoice />
          <LanguageChoice />
          <MenuSeparator />
          <MenuItem onSelect={onSignOut}>
            <LogOut aria-hidden />
            {t("Sign out")}
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}

/**
 * Link that prefetches its page and data on hover or focus. A page can have thirty visible links. Prefetching all of them would
 * burden the server with pages that nobody opens.
 */
function EagerLink({ children, ...props }: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [wanted, setWanted] = useState(false);
  return (
    <Link {...props} prefetch={wanted} onPointerEnter={() => setWanted(true)} onFocus={() => setWanted(true)}>
      {children}
      <LinkProgress />
    </Link>
  );
}

function subscribe(notify: () => void) {
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  return () => {
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
  };
}

/** Line at the top of the page while the browser is offline. Announced to screen readers. */
function OfflineNotice() {
  const t = useExtracted("console");
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="sticky top-0 z-20 max-lg:top-12">
      {!online && (
        <p className="bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning-text">
          {t("You are offline. The page may be out of date, and changes cannot be saved.")}
        </p>
      )}
    </div>
  );
}

/** Handles the global keyboard shortcuts: Ctrl+K or Cmd+K opens the command palette, and `?` opens the list of shortcuts. */
function useShellKeys({ palette, help }: { palette: () => void; help: () => void }) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const command = event.metaKey || event.ctrlKey;
    if (command && event.key.toLowerCase() === "k" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      palette();
    } else if (event.key === "?" && !command && !typesIn(event.target)) {
      event.preventDefault();
      help();
    }
  });
  useEffect(() => {
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}

const typesIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
