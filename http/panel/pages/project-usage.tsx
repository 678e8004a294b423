import { type Activity, may, type ProjectContext, type Schemas } from '../api/index.ts';
import { spendLimitOf } from '../forms/index.ts';
import { centsPerDollar, count, href, money } from '../shell/index.ts';
import { activityCards } from './overview-usage.tsx';

/** Returns the cards of a project's overview for a reader who sees its usage. */
export async function usageCards(
  context: ProjectContext,
  {
    base,
    stores,
    used,
    overview,
  }: {
    base: string;
    /** Undefined: unknown. */
    stores: { data: Schemas['VectorStore'][]; has_more: boolean } | undefined;
    used: Activity;
    overview: Schemas['OrganizationOverview'];
  },
) {
  const { organization, project } = context;
  const byModel = `window=30&group=model&project=${project.id}`;
  const limit = may(context, 'limits.read') ? await spendLimitOf(context) : undefined;
  return activityCards(used, overview, {
    limit: (
      <>
        {may(context, 'limits.read') && limitLine(used.spent, limit, base)}
        <a class="small" href={href(`/o/${organization.id}/usage?${byModel}`)}>
          By model
        </a>
      </>
    ),
    storage: (
      <a class="small" href={href(`${base}/stores`)}>
        {stores === undefined ? 'Vector stores' : storeCount(stores)}
      </a>
    ),
  });
}

function limitLine(spent: number, limit: Schemas['SpendLimit'] | undefined, base: string) {
  const settings = href(`${base}/settings`);
  if (limit === undefined)
    return (
      <a class="small" href={settings}>
        Set a limit
      </a>
    );
  const most = limit.threshold_amount / centsPerDollar;
  const label = `${money(spent)} of the limit of ${money(most)}`;
  return (
    <div>
      <meter aria-label={label} min={0} max={Math.max(most, 0.01)} high={most * 0.8} value={Math.min(spent, most)} />
      <a class="small" href={settings}>
        of {money(most)}
      </a>
    </div>
  );
}

export function storeCount({ data, has_more: hasMore }: { data: unknown[]; has_more: boolean }) {
  if (data.length === 1) return '1 vector store';
  return `${count(data.length)}${hasMore ? '+' : ''} vector stores`;
}
