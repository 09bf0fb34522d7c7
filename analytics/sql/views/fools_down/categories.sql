-- One row per category of hands, 1 being the best.
SELECT category, name
FROM (
    VALUES (1, 'Fool''s Five'), (2, 'Dragon''s Court'), (3, 'Crown''s Court'), (4, 'Fool''s Court'),
        (5, 'Four Dandies'), (6, 'Fool''s Four'), (7, 'The Castle'), (8, 'Five Elements'), (9, 'Fool''s Elements'),
        (10, 'Running Five'), (11, 'Three Dandies'), (12, 'Fool''s Three'), (13, 'Two Twins'), (14, 'Twins'),
        (15, 'High Card')
) AS all_of_them (category, name)
