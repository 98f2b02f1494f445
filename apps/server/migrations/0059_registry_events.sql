-- Why a partner of the registry has declined a 10DLC campaign: its events alone say it.
alter table registration_due add column said text;
-- Events name what they are of by our id alone.
create index registration_due_subject on registration_due (subject_id);
