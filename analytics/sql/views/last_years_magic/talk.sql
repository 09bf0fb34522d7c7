-- One row per thing that a player could say as part of an action: `text` is empty where nothing was said.
-- `kind`: introduction, prophecy, suggestion, comment, escalation, implementation, or talk. Each premonition could be
-- told as a prophecy; where it was not, `step` and `version` are those of the premonition.
WITH prophecies AS (
    SELECT told.match, told.version, told.step, told.text, had.problem
    FROM last_years_magic.prophecy_told AS told
    ASOF JOIN last_years_magic.premonition_had AS had ON told.match = had.match AND told.step >= had.step
),
told AS (
    SELECT match, version, step, seat, 'introduction' AS kind, text FROM last_years_magic.wizard_introduced
    UNION ALL
    SELECT match, coalesce(p.version, had.version), coalesce(p.step, had.step), had.seat, 'prophecy', p.text
    FROM last_years_magic.premonition_had AS had LEFT JOIN prophecies AS p USING (match, problem)
    UNION ALL
    SELECT match, version, step, seat, 'suggestion', text FROM last_years_magic.suggestion_made
    UNION ALL
    SELECT match, version, step, seat, 'comment', text FROM last_years_magic.comment_made
    UNION ALL
    SELECT match, version, step, seat, 'escalation', text FROM last_years_magic.problem_escalated
    UNION ALL
    SELECT match, version, step, seat, 'implementation', text FROM last_years_magic.suggestion_implemented
    UNION ALL
    SELECT match, version, step, seat, 'talk', text FROM last_years_magic.said
)
SELECT told.match, told.version, told.step, told.seat, s.player, told.kind, coalesce(told.text, '') AS text,
    len(regexp_extract_all(coalesce(told.text, ''), '\S+')) AS words
FROM told JOIN seats AS s USING (match, seat)
